import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { reportTyped } from '../forms/mended-errors.ts'
import { type FilledReply, insertAtCursor } from './reply-insertion.ts'
import styles from './slash-replies.module.css'

const isEmptyLine = (area: HTMLTextAreaElement): boolean => {
	const { value, selectionStart, selectionEnd } = area
	const [before, after] = [value[selectionStart - 1] ?? '\n', value[selectionEnd] ?? '\n']
	return selectionStart === selectionEnd && before === '\n' && after === '\n'
}

function areaOf(list: HTMLElement | null): HTMLTextAreaElement | null {
	const area = list?.closest('form')?.elements.namedItem('body')
	return area instanceof HTMLTextAreaElement ? area : null
}

function putSlash(area: HTMLTextAreaElement): void {
	area.setRangeText('/', area.selectionStart, area.selectionEnd, 'end')
	reportTyped(area)
}

/**
 * Opens the saved replies when "/" is typed on an empty line of the field `body` of its form. The options take the focus, so that
 * screen readers announce them; Escape returns to the field with the stroke that was typed.
 */
export function SlashReplies({ replies }: { replies: readonly FilledReply[] }) {
	const list = useRef<HTMLDivElement>(null)
	const [isOpen, setIsOpen] = useState(false)
	useEffect(() => {
		const area = areaOf(list.current)
		const open = (event: globalThis.KeyboardEvent) => {
			if (!area || event.key !== '/' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !isEmptyLine(area)) return
			event.preventDefault()
			setIsOpen(true)
		}
		area?.addEventListener('keydown', open)
		return () => area?.removeEventListener('keydown', open)
	}, [])
	useEffect(() => {
		if (isOpen) list.current?.querySelector('button')?.focus()
	}, [isOpen])
	const close = (act: (area: HTMLTextAreaElement) => void) => {
		const area = areaOf(list.current)
		setIsOpen(false)
		if (!area) return
		area.focus()
		act(area)
	}
	const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		const options = [...event.currentTarget.querySelectorAll('button')]
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
		if (step === undefined && event.key !== 'Escape') return
		event.preventDefault()
		event.stopPropagation()
		if (step === undefined) return close(putSlash)
		const place = options.findIndex((option) => option === document.activeElement)
		options[(place + step + options.length) % options.length]?.focus()
	}
	const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
		if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
	}
	return (
		<div
			ref={list}
			role="listbox"
			tabIndex={-1}
			aria-label="本文に入れる定型文"
			hidden={!isOpen}
			className={styles.list}
			onKeyDown={onKeyDown}
			onBlur={onBlur}
		>
			{replies.map((reply) => (
				<SlashReply key={reply.id} title={reply.title} onChoose={() => close((area) => insertAtCursor(area, reply.text))} />
			))}
		</div>
	)
}

function SlashReply({ title, onChoose }: { title: string; onChoose: () => void }) {
	const [isActive, setIsActive] = useState(false)
	return (
		<button
			type="button"
			role="option"
			tabIndex={-1}
			aria-selected={isActive}
			onFocus={() => setIsActive(true)}
			onBlur={() => setIsActive(false)}
			onClick={onChoose}
		>
			{title}
		</button>
	)
}
