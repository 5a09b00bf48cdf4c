/**
 * Saves what is typed into textareas before hydration, which resets each to the text that the server sent. Returns
 * a function that restores it.
 */
export function holdEarlyTyping(): () => void {
	const typed = new Map<HTMLTextAreaElement, string>()
	for (const field of document.querySelectorAll('textarea')) if (field.value !== field.defaultValue) typed.set(field, field.value)
	const note = ({ target }: Event) => {
		if (target instanceof HTMLTextAreaElement) typed.set(target, target.value)
	}
	addEventListener('input', note, true)
	return () => {
		removeEventListener('input', note, true)
		for (const [field, text] of typed) if (field.value !== text) field.value = text
		typed.clear()
	}
}
