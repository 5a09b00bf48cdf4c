const ATTEMPTS = 3

// Compared by code: importing pg's classes would bundle the driver into browser scripts.
const isDeadlock = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '40P01'

/**
 * Retries a transaction once when PostgreSQL aborted it to break a deadlock: nothing of it was stored, and what it waited for
 * proceeds.
 */
export async function againAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt += 1)
		try {
			return await run()
		} catch (error) {
			if (attempt === ATTEMPTS || !isDeadlock(error)) throw error
		}
}
