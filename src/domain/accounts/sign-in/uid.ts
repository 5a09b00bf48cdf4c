import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns 28 letters and digits: 166 bits. */
export const newUid = (): string => Array.from({ length: 28 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
