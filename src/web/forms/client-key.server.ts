import { randomUUID } from 'node:crypto'

/** Names one filling of a form, so that a second submit of it makes nothing new. */
export const newClientKey = (): string => randomUUID()
