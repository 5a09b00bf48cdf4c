import { useEffect, useRef } from 'react'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import styles from './desk.module.css'

/** Says that a verdict was given and lets it be taken back. With scripts the page asks for its effect when the time is over. */
export function UndoNote({ undo: { id, seconds }, csrfToken }: { undo: { id: number; seconds: number }; csrfToken: string }) {
	const settling = useRef<HTMLFormElement>(null)
	useEffect(() => {
		const timer = setTimeout(
			() => {
				const form = settling.current
				// The address stays: a reason that is being typed must not be lost.
				if (form)
					fetch(location.href, { method: 'POST', body: new URLSearchParams(new FormData(form) as never), redirect: 'manual' }).catch(
						() => {},
					)
				form?.parentElement?.setAttribute('hidden', '')
			},
			(seconds + 0.5) * 1_000,
		)
		return () => clearTimeout(timer)
	}, [seconds])
	return (
		<div className={styles.undo}>
			<p role="status">{`判断を受け付けました。${seconds}秒後に反映され、関係する方に届きます。`}</p>
			<form method="post">
				<HiddenFields csrfToken={csrfToken} intent="undo" targetId={id} />
				<button type="submit" className="button" data-kind="quiet" data-desk-key="u">
					取り消す
				</button>
			</form>
			<form method="post" ref={settling} hidden>
				<HiddenFields csrfToken={csrfToken} intent="settle" />
			</form>
		</div>
	)
}
