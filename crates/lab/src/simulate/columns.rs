//! Arrow columns, the common source of CSV and Parquet files.

use anyhow::Result;
use arrow_array::{Array, ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{Field, Schema};
use std::sync::Arc;

/// Named columns of equal length.
#[derive(Default)]
pub(crate) struct Columns {
    fields: Vec<Field>,
    arrays: Vec<ArrayRef>,
}

impl Columns {
    /// Adds a column of 32-bit integers.
    pub(crate) fn int(&mut self, name: &str, values: impl Iterator<Item = i32>) {
        self.add(name, Int32Array::from_iter_values(values));
    }

    /// Adds a nullable column of 32-bit integers.
    pub(crate) fn optional_int(&mut self, name: &str, values: impl Iterator<Item = Option<i32>>) {
        self.add_optional(name, values.collect::<Int32Array>());
    }

    /// Adds a column of 64-bit integers.
    pub(crate) fn long(&mut self, name: &str, values: impl Iterator<Item = i64>) {
        self.add(name, Int64Array::from_iter_values(values));
    }

    /// Adds a column of unsigned 64-bit integers.
    pub(crate) fn unsigned(&mut self, name: &str, values: impl Iterator<Item = u64>) {
        self.add(name, UInt64Array::from_iter_values(values));
    }

    /// Adds a column of strings.
    pub(crate) fn text<'t>(&mut self, name: &str, values: impl Iterator<Item = &'t str>) {
        self.add(name, StringArray::from_iter_values(values));
    }

    /// Adds a nullable column of strings.
    pub(crate) fn optional_text<'t>(
        &mut self,
        name: &str,
        values: impl Iterator<Item = Option<&'t str>>,
    ) {
        self.add_optional(name, values.collect::<StringArray>());
    }

    /// Adds a column without nulls.
    pub(crate) fn add(&mut self, name: &str, values: impl Array + 'static) {
        self.put(Field::new(name, values.data_type().clone(), false), values);
    }

    /// Adds a nullable column.
    pub(crate) fn add_optional(&mut self, name: &str, values: impl Array + 'static) {
        self.put(Field::new(name, values.data_type().clone(), true), values);
    }

    fn put(&mut self, field: Field, values: impl Array + 'static) {
        self.fields.push(field);
        self.arrays.push(Arc::new(values));
    }

    /// Returns the columns as one batch.
    pub(crate) fn batch(self) -> Result<RecordBatch> {
        Ok(RecordBatch::try_new(Arc::new(Schema::new(self.fields)), self.arrays)?)
    }
}
