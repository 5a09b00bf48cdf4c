import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { documentTypes, FORM_BYTES, MAX_BYTES, sizeText } from '../../domain/documents/document-input.ts'
import { refreshToken } from '../forms/fresh-token.ts'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { InputField } from '../forms/field.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { useEnhanced } from '../ui/use-enhanced.ts'
import formStyles from '../forms/form.module.css'
import stack from '../ui/stack.module.css'
import { RefusedUpload, sendFile } from './send-file.ts'
import styles from './documents.module.css'

type Sending = {
	key: number
	file: File
	/** From 0 to 1. */
	share: number
	state: 'sending' | 'sent' | 'broken' | 'refused'
	text: string
}

const BROKEN = '通信が途切れました。続きから送れます。'

/**
 * A field for files. With a script each is sent as soon as it is chosen, part by part, and goes on after a break; without one, the form
 * sends one file.
 */
export function UploadForm({
	inquiryId,
	requestId,
	label,
	csrfToken,
	formState: given,
}: {
	inquiryId: number
	requestId: number | null
	/** The document of the checklist. */
	label?: string
	csrfToken: string
	formState: FormState | undefined
}) {
	const isEnhanced = useEnhanced()
	const { sendings, send, stop } = useSendings(inquiryId, requestId)
	const sent = formStateFor(given, 'upload')
	const error = (textIn(sent?.values, 'requestId') ?? '') === String(requestId ?? '') ? sent?.fields['file'] : undefined
	const id = requestId === null ? 'file' : `file-${requestId}`
	const take = (input: HTMLInputElement) => {
		const files = [...(input.files ?? [])]
		// What was taken here must not be sent with the form again.
		input.value = ''
		for (const file of files) send(file)
	}
	const form = useRef<HTMLFormElement>(null)
	const takeEarly = useEffectEvent(() => {
		const input = form.current?.querySelector<HTMLInputElement>('input[type=file]')
		if (input) take(input)
	})
	// Chosen before the script ran.
	useEffect(() => takeEarly(), [])
	return (
		<form ref={form} method="post" encType="multipart/form-data" className={formStyles.form} onSubmit={refreshToken}>
			<HiddenFields csrfToken={csrfToken} intent="upload" />
			<input type="hidden" name="requestId" value={requestId ?? ''} />
			<InputField
				id={id}
				name="file"
				label={label === undefined ? 'ファイル' : `${label}のファイル`}
				hint={
					requestId !== null
						? undefined
						: `PDF・画像・Excel・Word・PowerPoint・CSV・テキスト。1つ${(isEnhanced ? MAX_BYTES : FORM_BYTES) / 1_048_576}MBまで。画像は撮影場所などの情報を取り除き、長い辺を3,000画素までにします。`
				}
				error={error}
				type="file"
				accept={documentTypes}
				multiple={isEnhanced}
				onChange={({ currentTarget }) => take(currentTarget)}
			/>
			<noscript>
				<button type="submit" className="button" data-kind="quiet">
					送る
				</button>
			</noscript>
			{sendings.length > 0 && <SendingList sendings={sendings} onAgain={send} onStop={stop} />}
		</form>
	)
}

function SendingList({
	sendings,
	onAgain,
	onStop,
}: {
	sendings: readonly Sending[]
	onAgain: (file: File, key: number) => void
	onStop: (key: number) => void
}) {
	return (
		<ul className={stack.list} aria-label="送っているファイル">
			{sendings.map(({ key, file, share, state, text }) => (
				<li key={key} className={stack.text}>
					<span className={styles.name}>{`${file.name}（${sizeText(file.size)}）`}</span>
					{state === 'sending' && <progress className={styles.progress} max={1} value={share} aria-label={`${file.name}の進み具合`} />}
					<output className={state === 'refused' || state === 'broken' ? formStyles.failure : stack.quietSmall}>{text}</output>
					{(state === 'sending' || state === 'broken') && (
						<span className={stack.line}>
							{state === 'broken' && (
								<button type="button" className={formStyles.plain} onClick={() => onAgain(file, key)}>
									続きから送る
								</button>
							)}
							<button type="button" className={formStyles.plain} onClick={() => onStop(key)}>
								やめる
							</button>
						</span>
					)}
				</li>
			))}
		</ul>
	)
}

/** The files that this page sends, one after the other. */
function useSendings(inquiryId: number, requestId: number | null) {
	const [sendings, setSendings] = useState<readonly Sending[]>([])
	const { revalidate } = useRevalidator()
	const stops = useRef(new Map<number, AbortController>())
	const queue = useRef(Promise.resolve())
	const next = useRef(0)
	const isBusy = sendings.some(({ state }) => state === 'sending')

	useEffect(() => {
		if (!isBusy) return undefined
		const warn = (event: BeforeUnloadEvent) => event.preventDefault()
		window.addEventListener('beforeunload', warn)
		return () => window.removeEventListener('beforeunload', warn)
	}, [isBusy])

	const change = (key: number, values: Partial<Sending>) =>
		setSendings((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)))

	async function run(file: File, key: number, { signal }: AbortController): Promise<void> {
		if (signal.aborted) return
		const onProgress = (share: number) =>
			change(key, { share, text: share < 1 ? `送っています（${Math.floor(share * 100)}%）` : '届いた内容を確認しています。' })
		try {
			await sendFile(file, { inquiryId, requestId, signal, onProgress })
			change(key, { state: 'sent', text: '送りました。' })
			await revalidate()
		} catch (error) {
			if (signal.aborted) return
			change(key, error instanceof RefusedUpload ? { state: 'refused', text: error.message } : { state: 'broken', text: BROKEN })
		}
	}

	const send = (file: File, known?: number) => {
		const key = known ?? next.current++
		const stop = new AbortController()
		stops.current.set(key, stop)
		const isTooLarge = file.size > MAX_BYTES
		const begun: Sending = isTooLarge
			? { key, file, share: 0, state: 'refused', text: 'ファイルは1つ50MBまでにしてください。' }
			: { key, file, share: 0, state: 'sending', text: '順番を待っています。' }
		setSendings((all) => [...all.filter((one) => one.key !== key), begun])
		if (!isTooLarge) queue.current = queue.current.then(() => run(file, key, stop))
	}
	const stop = (key: number) => {
		stops.current.get(key)?.abort()
		setSendings((all) => all.filter((one) => one.key !== key))
	}
	return { sendings, send, stop }
}
