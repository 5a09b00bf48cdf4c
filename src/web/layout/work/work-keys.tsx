import { useEffect, useRef } from 'react'
import { useEnhanced } from '../../ui/use-enhanced.ts'
import styles from './work-keys.module.css'

const isTyping = (target: EventTarget | null) =>
	target instanceof HTMLElement &&
	(target.isContentEditable ||
		/^(?:TEXTAREA|SELECT)$/.test(target.tagName) ||
		(target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'))

/** The field that an element is, or the first one in it; none for a box, which a key ticks. */
const fieldIn = (target: HTMLElement): HTMLElement | null => {
	const fields = 'textarea, select, input:not([type=hidden], [type=checkbox], [type=radio])'
	return target.matches(fields) ? target : target.querySelector<HTMLElement>(fields)
}

/** A key and what it does, as the list of keys says it. */
export type WorkKey = readonly [key: string, what: string]

/**
 * Keys press the link, button or box that names them (`data-desk-key`), so that they do what a click does; a field that
 * names one is focused. `?` shows the list.
 */
export function WorkKeys({ keys }: { keys: readonly WorkKey[] }) {
	const help = useRef<HTMLDialogElement>(null)
	const isEnhanced = useEnhanced()
	useEffect(() => {
		const press = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target) || help.current?.open) return
			if (event.key === '?') {
				event.preventDefault()
				help.current?.showModal()
				return
			}
			const target = /^[a-z\d/]$/.test(event.key) ? document.querySelector<HTMLElement>(`[data-desk-key="${event.key}"]`) : null
			if (!target) return
			event.preventDefault()
			const field = target.matches('a, button, summary') ? null : fieldIn(target)
			if (field) field.focus()
			else target.click()
		}
		document.addEventListener('keydown', press)
		return () => document.removeEventListener('keydown', press)
	}, [])
	if (!isEnhanced) return null
	return (
		<>
			<button type="button" className="button" data-kind="quiet" onClick={() => help.current?.showModal()}>
				キー操作（?）
			</button>
			<dialog ref={help} className={styles.help} aria-labelledby="desk-keys">
				<h2 id="desk-keys">キー操作</h2>
				<dl>
					{[...keys, ['?', 'この一覧'] as const].map(([key, what]) => (
						<div key={key}>
							<dt>
								<kbd>{key}</kbd>
							</dt>
							<dd>{what}</dd>
						</div>
					))}
				</dl>
				<form method="dialog">
					<button type="submit" className="button">
						閉じる
					</button>
				</form>
			</dialog>
		</>
	)
}
