import type { Suggestion } from '../../domain/listings/types.ts'

const DEBOUNCE_MS = 120
const KEPT_ANSWERS = 60

type Answer = (text: string, suggestions: readonly Suggestion[]) => void
type Fetch = (input: string, init: { signal: AbortSignal }) => Promise<Pick<Response, 'ok' | 'json'>>

/**
 * Requests suggestions as the text changes: after a short pause, one request at a time; a response to a text
 * that has changed since is discarded. Failures are silent, because the form works without suggestions.
 */
export function createSuggester(answer: Answer, ask: Fetch = (input, init) => fetch(input, init)) {
	const answers = new Map<string, readonly Suggestion[]>()
	let timer: ReturnType<typeof setTimeout> | undefined
	let running: AbortController | undefined
	/** The text of the pending or last request. */
	let wanted: string | null = null

	const cancel = () => {
		clearTimeout(timer)
		running?.abort()
		running = undefined
		wanted = null
	}

	const load = async (text: string, controller: AbortController) => {
		try {
			const response = await ask(`/api/suggest?q=${encodeURIComponent(text)}`, { signal: controller.signal })
			if (!response.ok) return
			const suggestions = readSuggestions(await response.json())
			if (controller.signal.aborted) return
			if (answers.size >= KEPT_ANSWERS) answers.clear()
			answers.set(text, suggestions)
			answer(text, suggestions)
		} catch {
			// Aborted or offline.
			if (wanted === text) wanted = null
		}
	}

	return {
		/** The input now holds `value`. */
		want(value: string) {
			const text = value.trim().replaceAll(/\s+/gu, ' ')
			if (text === wanted) return
			cancel()
			if (text === '') return
			wanted = text
			const known = answers.get(text)
			if (known) {
				answer(text, known)
				return
			}
			timer = setTimeout(() => {
				running = new AbortController()
				void load(text, running)
			}, DEBOUNCE_MS)
		},
		cancel,
	}
}

/** The response of `/api/suggest` without invalid entries. */
export function readSuggestions(body: unknown): Suggestion[] {
	if (typeof body !== 'object' || body === null || !('suggestions' in body) || !Array.isArray(body.suggestions)) return []
	return body.suggestions.filter(isSuggestion)
}

function isSuggestion(value: unknown): value is Suggestion {
	if (typeof value !== 'object' || value === null) return false
	const { label, path, kind, detail } = value as Record<string, unknown>
	// Only paths of our own site are followed.
	return (
		typeof label === 'string' &&
		typeof kind === 'string' &&
		typeof detail === 'string' &&
		typeof path === 'string' &&
		/^\/(?!\/)/.test(path)
	)
}
