import type { AnswerOf } from '../../api/accounts/account-calls.ts'
import type { AccountUser } from '../../domain/accounts/users.ts'
import { csrfCookie } from './csrf-cookie.ts'
import { forgetKeptPages } from './kept-pages.ts'

/** The person's data in the header. */
export type HeaderUser = { uid: string; name: string; imageUrl: string | null; isExpert: boolean; isStaff: boolean }

/** `undefined`: not checked yet, the rendered page's value counts. `null`: signed out. */
type Status = { user: HeaderUser | null | undefined }

const CHANNEL = 'login-status'
let status: Status = { user: undefined }
const listeners = new Set<() => void>()
let channel: BroadcastChannel | null = null

export const loginStatus = () => status
export const unknownStatus: Status = { user: undefined }

export function subscribeLoginStatus(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

function set(user: HeaderUser | null) {
	if (status.user !== undefined && JSON.stringify(status.user) === JSON.stringify(user)) return
	status = { user }
	listeners.forEach((listener) => listener())
}

let checks = 0

/**
 * Asks the server whether the session still holds, and loads my-info when somebody is signed in (spec section 4). A
 * failed check means signed out, and the server has cleared the cookie by then; without a connection nothing changes. What a
 * later check has overtaken does not count: it may be older.
 */
export async function checkSession(): Promise<void> {
	const own = ++checks
	const check = await read<AnswerOf<'GET /api/sessionCheck'>>('/api/sessionCheck')
	const isOut = check?.loggedIn === false
	const info = check && !isOut ? await read<AnswerOf<'GET /api/myInfo'>>('/api/myInfo') : null
	if (own !== checks) return
	if (isOut) {
		// It may have ended elsewhere: on another device, by a new password or with the account.
		void forgetKeptPages().catch(() => undefined)
		set(null)
	} else if (info) set(info.user && headerUser(info.user))
}

/** Loaded by every page's header, so it does without the client's table of errors: null means no answer. */
async function read<Answer>(path: string): Promise<Answer | null> {
	try {
		const response = await fetch(path, { cache: 'no-store', headers: { 'X-CSRF-TOKEN': csrfCookie() } })
		return response.ok ? ((await response.json()) as Answer) : null
	} catch {
		return null
	}
}

/** Notifies the other tabs, which then check for themselves. This one is about to load a page. */
export function announceLoginChange(): void {
	// A second channel of this page would receive the messages of the first.
	const to = channel ?? new BroadcastChannel(CHANNEL)
	// A channel takes no origin: it reaches this origin only.
	// oxlint-disable-next-line unicorn/require-post-message-target-origin
	to.postMessage('changed')
	if (to !== channel) to.close()
}

/** Checks now, when another tab signs in or out, and when the page comes back from the browser's memory. */
export function watchLoginStatus(): () => void {
	void checkSession()
	channel = new BroadcastChannel(CHANNEL)
	channel.addEventListener('message', () => void checkSession())
	const onShow = (event: PageTransitionEvent) => {
		if (event.persisted) void checkSession()
	}
	addEventListener('pageshow', onShow)
	return () => {
		channel?.close()
		channel = null
		removeEventListener('pageshow', onShow)
	}
}

export function headerUser(user: Pick<AccountUser, 'uid' | 'firstName' | 'lastName' | 'imageUrl' | 'isExpert' | 'isS'>): HeaderUser {
	const { uid, imageUrl, isExpert, isS: isStaff } = user
	return { uid, name: `${user.lastName} ${user.firstName}`.trim(), imageUrl, isExpert, isStaff }
}

/** Where the picture of a signed-in person is served; `portrait` is that of an expert. */
export const accountImage = (imageUrl: string | null, portrait: string | null): string => imageUrl ?? portrait ?? '/avatar.svg'
