import { useState } from 'react'
import styles from './office-embed.module.css'

type Said = 'copied' | 'refused' | null

/** Text to copy: chosen whole by one press of the button, or by hand without a script. */
export function CodeToCopy({ id, label, code }: { id: string; label: string; code: string }) {
	const [said, setSaid] = useState<Said>(null)
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(code)
			setSaid('copied')
		} catch {
			setSaid('refused')
		}
	}
	return (
		<div className={styles.code}>
			<label htmlFor={id}>{label}</label>
			<textarea id={id} value={code} rows={4} readOnly spellCheck={false} />
			<p className={`needs-script ${styles.copy}`}>
				<button type="button" className="button" data-kind="quiet" aria-describedby={id} onClick={() => void copy()}>
					コピーする
				</button>
				<output>
					{said === 'copied' && 'コピーしました。'}
					{said === 'refused' && 'コピーできませんでした。上の欄を選んでコピーしてください。'}
				</output>
			</p>
		</div>
	)
}
