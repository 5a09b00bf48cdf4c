import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

const PAUSE_MS = 1_500

/**
 * Submits the surrounding form with `intent` shortly after the last keystroke. Once the page's action reports
 * that somebody else has saved a newer text, nothing more is sent.
 */
export function useAutosave<Answer extends { kind?: string | undefined }>(
	intent: string,
): {
	place: RefObject<HTMLParagraphElement | null>
	data: ReturnType<typeof useFetcher<Answer>>['data']
	isStopped: boolean
	/** Something was typed that has not been saved yet. */
	isPending: boolean
} {
	const { data, submit, state } = useFetcher<Answer>()
	const [isTyped, setIsTyped] = useState(false)
	const place = useRef<HTMLParagraphElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	// Nothing is sent after that, so it stays.
	const isStopped = data?.kind === 'overtaken'
	useEffect(() => {
		const form = place.current?.closest('form')
		if (!form || isStopped) return
		const save = () => {
			const content = new FormData(form)
			content.set('intent', intent)
			setIsTyped(false)
			void submit(content, { method: 'post' })
		}
		const onInput = ({ target }: Event) => {
			// A field without a name only helps to fill in the form.
			if (target instanceof HTMLInputElement && target.name === '') return
			setIsTyped(true)
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
	}, [intent, submit, isStopped])
	return { place, data, isStopped, isPending: isTyped || state !== 'idle' }
}
