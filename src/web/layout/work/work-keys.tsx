import { use, useCallback, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigation } from 'react-router'
import { useEnhanced } from '../../ui/use-enhanced.ts'
import { EarlyKeysScript } from '../page-scripts.tsx'
import { takeEarlyKeys } from './early-keys.ts'
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

const isWorkKey = (key: string): boolean => /^[a-z\d/]$/.test(key)

const targetOf = (key: string) => (isWorkKey(key) ? document.querySelector<HTMLElement>(`[data-desk-key="${key}"]`) : null)

/** Returns whether the page has something that the key means. */
function pressKey(key: string): boolean {
	const target = targetOf(key)
	if (!target) return false
	const field = target.matches('a, button, summary') ? null : fieldIn(target)
	if (field) field.focus()
	else target.click()
	return true
}

/** More were not meant. */
const MOST_WAITING = 5

/**
 * Returns a function that keeps a key while another page is on its way, and says whether it did; the keys are pressed
 * when that page is in the document. The router is asked, not React: between the new address and the new page there is a
 * moment in which a key would act on the item before, or on nothing. Buttons are never pressed late: they send something,
 * and nobody has seen what it would be about.
 */
function useWaitingKeys(): (key: string) => boolean {
	const router = use(DataRouterContext)?.router
	const waiting = useRef<string[]>([])
	const shown = useRef('')
	const { key: current } = useLocation()
	const isUnderWay = useCallback(
		() => router !== undefined && (router.state.navigation.state !== 'idle' || router.state.location.key !== shown.current),
		[router],
	)
	useNavigation()
	useEffect(() => {
		waiting.current.push(...takeEarlyKeys())
		const forget = () => void waiting.current.splice(0)
		document.addEventListener('pointerdown', forget)
		return () => document.removeEventListener('pointerdown', forget)
	}, [])
	// After each render, for any of them may have brought the page that the keys wait for.
	useEffect(() => {
		shown.current = current
		while (waiting.current.length > 0 && !isUnderWay()) {
			const key = waiting.current.shift() ?? ''
			if (!targetOf(key)?.matches('button')) pressKey(key)
		}
	})
	return useCallback(
		(key) => {
			if (!isWorkKey(key) || !isUnderWay()) return false
			if (waiting.current.length < MOST_WAITING) waiting.current.push(key)
			return true
		},
		[isUnderWay],
	)
}

/** A key and what it does, as the list of keys says it. */
export type WorkKey = readonly [key: string, what: string]

/**
 * Keys press the link, button or box that names them (`data-desk-key`), so that they do what a click does; a field that
 * names one is focused. `?` shows the list. A key that is pressed while a page is on its way, or before this page was
 * hydrated, waits for it.
 */
export function WorkKeys({ keys }: { keys: readonly WorkKey[] }) {
	const help = useRef<HTMLDialogElement>(null)
	const isEnhanced = useEnhanced()
	const keep = useWaitingKeys()
	useEffect(() => {
		const press = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target) || help.current?.open) return
			if (event.key === '?') {
				event.preventDefault()
				help.current?.showModal()
			} else if (keep(event.key) || pressKey(event.key)) event.preventDefault()
		}
		document.addEventListener('keydown', press)
		return () => document.removeEventListener('keydown', press)
	}, [keep])
	if (!isEnhanced) return <EarlyKeysScript />
	return (
		<>
			<button type="button" className={`button ${styles.opener}`} data-kind="quiet" onClick={() => help.current?.showModal()}>
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
