// Games on this device. The engine client is merged in next; until then every page can be seen, but
// no game begins.
import type { Lesson } from '../learn/lessons';
import type { Session } from '../table/session';
import type { Beat, EditionInfo, Plan, Rulebook, Shelved, Story, Verdict } from './games';

const missing = (): Promise<never> => Promise.reject(new Error('This build has no engine yet.'));

/** Games of this device. */
export const listGames = (): Promise<Shelved[]> => Promise.resolve([]);
/** Throws a game away. */
export const removeGame = (_id: string): Promise<void> => missing();
/** Takes a record in. */
export const importRecord = (_text: string): Promise<string> => missing();
/** Saves a record as a file. */
export const saveRecord = (_id: string): Promise<void> => missing();
/** Begins a game. */
export const startGame = (_plan: Plan): Promise<string> => missing();
/** Goes on with a game. */
export const openGame = (_id: string): Promise<Session> => missing();
/** The same again. */
export const rematch = (_id: string): Promise<string> => missing();
/** The points after each step. */
export const beatsOf = (_id: string): Promise<Beat[]> => missing();
/** Checks the dice. */
export const verifyGame = (_id: string): Promise<Verdict> => missing();
/** What can be played. */
export const editions = (): Promise<{ editions: EditionInfo[]; bots: string[] }> => missing();
/** Reads a deck. */
export const checkDeck = (_text: string): Promise<{ name: string }> => missing();
/** A game to look at. */
export const openStory = (_id: string): Promise<Story> => missing();
/** Plays on from a step. */
export const branchGame = (_id: string, _step: number): Promise<string> => missing();
/** A lesson. */
export const openLesson = (_lesson: Lesson): Promise<Session> => missing();
/** The rules. */
export const rulebook = (): Promise<Rulebook> => missing();
