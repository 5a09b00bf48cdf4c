import type { Row, Sending, Statuses } from './permission-matrix.ts'
import type { World } from './permission-world.ts'

/** How rows of the permission matrix are written. */
export const everybody = (status: number): Statuses => [status, status, status, status, status, status, status]
export const signedIn = (status: number): Statuses => [401, status, status, status, status, status, 401]
export const askersOwn: Statuses = [401, 403, 200, 403, 403, 403, 401]

export const ABSENT = 999_999
export const row = (about: string, send: Row['send'] | Sending, expect: Statuses): Row => ({
	about,
	send: typeof send === 'function' ? send : () => send,
	expect,
})
export const open = (sending: Sending = {}): Row[] => [row('', sending, everybody(200))]
export const account = (sending: Sending = {}, status = 200): Row[] => [row('own account', sending, signedIn(status))]
export const byId = (about: string, id: (world: World) => number, expect: Statuses, body?: unknown): Row =>
	row(about, (world) => ({ params: { id: id(world) }, ...(body === undefined ? {} : { body }) }), expect)
export const absent = (expect: Statuses, body?: unknown): Row => byId('absent', () => ABSENT, expect, body)
