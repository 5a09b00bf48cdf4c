/**
 * Removes the error of a field as soon as its value satisfies the constraints that the field declares (`required`,
 * `minLength`, `maxLength`, `pattern`); a field without constraints counts as corrected with its first change. The server has
 * the last word: what it rejects again is marked again. The marks are restored before a form is sent, so that React finds
 * the document as it left it.
 */
export function clearMendedErrors(): void {
	const mended = new Map<Element, HTMLElement | null>()
	document.addEventListener('input', ({ target }) => {
		if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)) return
		if (target.getAttribute('aria-invalid') !== 'true' && !mended.has(target)) return
		const isMended = target.validity.valid && !isTooShort(target)
		mark(target, !isMended)
	})
	document.addEventListener(
		'submit',
		() => {
			for (const control of mended.keys()) mark(control, true)
		},
		{ capture: true },
	)

	function mark(control: Element, isWrong: boolean) {
		const error = mended.get(control) ?? document.getElementById(`${control.id}-error`)
		if (error) error.hidden = !isWrong
		if (isWrong) {
			control.setAttribute('aria-invalid', 'true')
			mended.delete(control)
		} else {
			control.removeAttribute('aria-invalid')
			mended.set(control, error)
		}
	}
}

/** Browsers judge `minLength` only after typing by hand, and not what a script or an extension put in. */
const isTooShort = (control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): boolean =>
	'minLength' in control && control.minLength > 0 && Array.from(control.value.trim()).length < control.minLength

/** Reports a value that a script wrote as if it had been typed: errors go, and what is kept or counted follows. */
export const reportTyped = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
	field.dispatchEvent(new Event('input', { bubbles: true }))
