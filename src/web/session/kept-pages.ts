/** Begins the name of the cache with an account's copies of its pages; layout/work/worker.ts has it too, and imports nothing. */
export const COPIES = 'kept-pages:'
/** Style sheets of the copies; nothing of a person. */
export const COPY_FILES = 'kept-files'

/** Where the worker of the rooms is, and the pages that it answers for. */
export const WORKER = '/work-worker.js'
export const WORKER_SCOPE = '/mypage'

/** Says whose pushes this browser gets. */
const PUSHES_OF = 'pushes-of'

let hasSignedOut = false
/** Whether this page belongs to a session that has ended: it must leave no copy behind. */
export const isSignedOut = (): boolean => hasSignedOut

/** Deletes the copies of all accounts, or of all but one. */
export async function forgetKeptPages(exceptUid?: string): Promise<void> {
	// Only in secure contexts.
	if (!('caches' in window)) return
	for (const name of await caches.keys()) if (name.startsWith(COPIES) && name !== `${COPIES}${exceptUid ?? ''}`) await caches.delete(name)
}

export const pushesOf = (): string | null => localStorage.getItem(PUSHES_OF)
export const notePushesOf = (uid: string): void => localStorage.setItem(PUSHES_OF, uid)

/** Ends the pushes to this browser as far as the browser knows of them. */
export async function endPushes(registration: ServiceWorkerRegistration | undefined): Promise<void> {
	localStorage.removeItem(PUSHES_OF)
	const subscription = await registration?.pushManager?.getSubscription()
	await subscription?.unsubscribe()
}

/** Leaves nothing of the person in this browser who signs out: no copies, no pushes, no worker. Never throws: signing out must not fail by it. */
export async function forgetDevice(): Promise<void> {
	hasSignedOut = true
	try {
		await forgetKeptPages()
		const registration = await navigator.serviceWorker?.getRegistration(WORKER_SCOPE)
		await endPushes(registration)
		await registration?.unregister()
	} catch {
		// The answer to signing out asks the browser to clear its storage, too.
	}
}
