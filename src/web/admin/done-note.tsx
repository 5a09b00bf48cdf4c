import styles from './admin.module.css'

const sentences: Readonly<Record<string, string>> = {
	hide: '非公開にしました。書いた方と報告した方にお知らせしました。',
	uphold: '対応済みにしました。報告した方にお知らせしました。',
	dismiss: '対応済みにしました。報告した方に理由をお知らせしました。',
	grant: '異議を認め、もう一度公開しました。書いた方にお知らせしました。',
	reject: '判断を変えずに対応を終えました。書いた方に理由をお知らせしました。',
	given: '役割を加えました。',
	taken: '役割を外しました。',
}

/** The search of a page that says what was done; the rest of it stays. */
export function withDone(url: string, done: string): string {
	const search = new URL(url).searchParams
	search.set('done', done)
	return `?${search.toString()}`
}

/** Says what became of the form, whose card has gone from the list. */
export function DoneNote({ done }: { done: string | null }) {
	const sentence = done === null ? undefined : sentences[done]
	if (sentence === undefined) return null
	return (
		<p className={styles.done} role="status">
			{sentence}
		</p>
	)
}
