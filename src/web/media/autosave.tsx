import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import styles from '../qa/qa-form.module.css'
import type { ArticleOutcome } from './article-outcome.ts'

const PAUSE_MS = 2_500

/**
 * Keeps what is typed into the form around it, a little after the last key. It goes by the same action as the button that
 * saves; where somebody else saved a newer text meanwhile it stops, and the button shows both.
 */
export function Autosave() {
	const fetcher = useFetcher<ArticleOutcome>()
	const place = useRef<HTMLParagraphElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const { data, submit } = fetcher
	// Nothing is sent after that, so it stays.
	const isStopped = data?.kind === 'overtaken'
	useEffect(() => {
		const form = place.current?.closest('form')
		if (!form || isStopped) return
		const save = () => {
			const content = new FormData(form)
			content.set('intent', 'save')
			void submit(content, { method: 'post' })
		}
		const onInput = () => {
			clearTimeout(timer.current)
			timer.current = setTimeout(save, PAUSE_MS)
		}
		const onSubmit = () => clearTimeout(timer.current)
		form.addEventListener('input', onInput)
		form.addEventListener('submit', onSubmit)
		return () => {
			clearTimeout(timer.current)
			form.removeEventListener('input', onInput)
			form.removeEventListener('submit', onSubmit)
		}
	}, [submit, isStopped])
	useEffect(() => {
		const version = place.current?.closest('form')?.elements.namedItem('version')
		if (data?.kind === 'saved' && version instanceof HTMLInputElement) version.value = `${data.version}`
	}, [data])
	return (
		<p ref={place} className={styles.hint} aria-live="polite">
			{isStopped
				? '別の画面で新しい内容が保存されたため、自動保存を止めました。「保存する」を押すと、両方の文章を見比べられます。'
				: data?.kind === 'saved'
					? `${data.at}に自動保存しました。`
					: data && data.kind === undefined
						? '自動保存できませんでした。「保存する」を押して、内容をご確認ください。'
						: ''}
		</p>
	)
}
