import { randomUUID } from 'node:crypto'

/** Idempotency key of a form, so that a repeated submit creates nothing new. */
export const newClientKey = (): string => randomUUID()
