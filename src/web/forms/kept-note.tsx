import type { useKeptTyping } from './kept-typing.ts'
import styles from './form.module.css'

/** Notice about a text restored from this browser. */
export function KeptNote({ kept: { state, takeOther } }: { kept: ReturnType<typeof useKeptTyping> }) {
	if (state === 'none') return null
	return (
		<div className={styles.note} role="status">
			{state === 'restored' ? (
				<p>この端末に残っていた、書きかけの文章を入れました。</p>
			) : (
				<>
					<p>この端末に、別の書きかけの文章が残っています。</p>
					<button type="button" className={styles.plain} onClick={takeOther}>
						残っている文章に置き換える
					</button>
				</>
			)}
		</div>
	)
}
