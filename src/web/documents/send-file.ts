import { PART_BYTES, partsOf } from '../../domain/documents/document-input.ts'
import { documentUploadPath } from '../../domain/shared/links.ts'
import { csrfCookie } from '../session/csrf-cookie.ts'

/** A refusal with a sentence for the person; trying again does not help. */
export class RefusedUpload extends Error {}

/** Pauses before a part is tried again after the connection failed. */
const PAUSES_MS = [1_000, 3_000, 8_000]

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Fields = Readonly<Record<string, string | Blob>>

async function post(fields: Fields, signal: AbortSignal): Promise<unknown> {
	const form = new FormData()
	form.set('csrfToken', csrfCookie())
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	const response = await fetch(documentUploadPath(), { method: 'POST', body: form, headers: { accept: 'application/json' }, signal })
	if (response.redirected || response.status === 401)
		throw new RefusedUpload('ログインの有効期限が切れました。ページを開き直してログインすると、続きから送れます。')
	const answer: unknown = response.headers.get('content-type')?.includes('application/json') ? await response.json() : null
	if (response.ok) return answer
	// Too many at once, or the server is being restarted.
	if (response.status >= 500 || response.status === 408 || (response.status === 429 && answer === null))
		throw new Error(`status ${response.status}`)
	const sentence = typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : null
	throw new RefusedUpload(sentence ?? 'ファイルを送れませんでした。ページを開き直して、もう一度お試しください。')
}

async function postAgain(fields: Fields, signal: AbortSignal): Promise<unknown> {
	for (const pause of [...PAUSES_MS, null])
		try {
			return await post(fields, signal)
		} catch (error) {
			if (pause === null || error instanceof RefusedUpload || signal.aborted) throw error
			await wait(pause)
		}
}

export type SendOptions = {
	inquiryId: number
	requestId: number | null
	signal: AbortSignal
	/** From 0 to 1; 1 while the server checks the file. */
	onProgress: (share: number) => void
}

/**
 * Sends a file part by part. A file that was begun before, also before the page was loaded again, goes on where it stopped. Throws
 * `RefusedUpload` with a sentence, and another error where the connection failed several times.
 */
export async function sendFile(file: File, { inquiryId, requestId, signal, onProgress }: SendOptions): Promise<void> {
	const begun = await postAgain(
		{
			intent: 'begin',
			inquiryId: String(inquiryId),
			requestId: requestId === null ? '' : String(requestId),
			name: file.name,
			bytes: String(file.size),
			modified: String(file.lastModified),
		},
		signal,
	)
	const { id, received, isReady } = begun as { id: number; received: number[]; isReady: boolean }
	if (isReady) throw new RefusedUpload(`「${file.name}」は、すでに送ってあります。`)
	const count = partsOf(file.size)
	const there = new Set(received)
	for (let number = 0; number < count; number++) {
		onProgress(number / count)
		if (there.has(number)) continue
		const part = file.slice(number * PART_BYTES, (number + 1) * PART_BYTES)
		await postAgain({ intent: 'part', targetId: String(id), number: String(number), part }, signal)
	}
	onProgress(1)
	await postAgain({ intent: 'complete', targetId: String(id) }, signal)
}
