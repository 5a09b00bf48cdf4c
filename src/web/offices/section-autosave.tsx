import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import formStyles from '../qa/qa-form.module.css'
import type { SectionOutcome } from './section-view.ts'

const PAUSE_MS = 2_500

/** Keeps what is typed into the form around it as a draft, a little after the last key. Stops where somebody else was newer. */
export function SectionAutosave({ onSaved }: { onSaved: () => void }) {
	const fetcher = useFetcher<SectionOutcome>()
	const place = useRef<HTMLParagraphElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const { data, submit } = fetcher
	const isStopped = data?.kind === 'overtaken'
	useEffect(() => {
		const form = place.current?.closest('form')
		if (!form || isStopped) return
		const save = () => {
			const content = new FormData(form)
			content.set('intent', 'autosave')
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
		const edition = place.current?.closest('form')?.elements.namedItem('edition')
		if (data?.kind === 'saved' && edition instanceof HTMLInputElement) edition.value = data.edition
		if (data?.kind === 'saved') onSaved()
	}, [data, onSaved])
	return (
		<p ref={place} className={formStyles.hint} aria-live="polite">
			{isStopped
				? '別の画面で新しい内容が保存されたため、自動保存を止めました。「下書きを保存する」を押すと、両方を見比べられます。'
				: data?.kind === 'saved'
					? `${data.at}に下書きを自動保存しました。${data.faults > 0 ? '公開の前に直すところがあります。' : ''}`
					: ''}
		</p>
	)
}
