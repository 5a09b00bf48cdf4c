import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether an Authorization header carries this token; takes the same time for every wrong one. */
export const hasBearerToken = (header: string | undefined, token: string): boolean =>
	timingSafeEqual(digest(/^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? ''), digest(token))
