import { useEffect, useRef } from 'react'
import { refreshToken } from '../forms/fresh-token.ts'
import { InputField } from '../forms/field.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import styles from './registration.module.css'

/**
 * The form for a document of a credential. With a script it is sent as soon as a file is chosen, so that nobody goes on to the next
 * step with a file that was chosen and never sent.
 */
export function ProofUpload({
	id,
	isFirst,
	error,
	csrfToken,
}: {
	id: number
	isFirst: boolean
	error: string | undefined
	csrfToken: string
}) {
	const form = useRef<HTMLFormElement>(null)
	useEffect(() => {
		// Chosen before the script ran.
		const chosen = form.current?.querySelector<HTMLInputElement>('input[type=file]')?.files?.length ?? 0
		if (chosen > 0) form.current?.requestSubmit()
	}, [])
	return (
		<form ref={form} method="post" encType="multipart/form-data" className={styles.upload} noValidate onSubmit={refreshToken}>
			<HiddenFields csrfToken={csrfToken} intent="proof" targetId={id} />
			<InputField
				id={`proof-${id}`}
				label={isFirst ? '資格を確かめられる書類' : '書類を追加する'}
				hint={
					<>
						会員証や登録証など、名前と登録番号が読めるもの。PDF（20ページまで）、JPEG、PNG、10MBまで。PDFはページの画像にして保管します。
						<span className="needs-script">選ぶとすぐに登録します。</span>
					</>
				}
				error={error}
				type="file"
				name="proof"
				accept="application/pdf,image/jpeg,image/png"
				onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
			/>
			<noscript>
				<button type="submit" className="button" data-kind="quiet">
					この書類を登録する
				</button>
			</noscript>
		</form>
	)
}
