/** A document keeps line breaks as `\n`; texts that come back from a form have `\r\n`. */
const unbroken = (text: string): string => text.replaceAll('\r\n', '\n')

/**
 * Keeps typing and selection in textareas while React hydrates the page. React writes the text that the server
 * sent into `defaultValue` and `value` of each: the first moves the caret to the start even when the text is the same, the
 * second discards what was typed. Returns a function to call when the page is hydrated. Writes of the same `defaultValue`
 * remain ignored, because React repeats them whenever it updates the element.
 */
export function keepEarlyTyping(): () => void {
	const area = HTMLTextAreaElement.prototype
	let hydrating = true
	guardSetter(area, 'defaultValue', (field, text) => unbroken(field.defaultValue) !== unbroken(text))
	guardSetter(area, 'value', (field, text) => !(hydrating && text === field.defaultValue && text !== field.value))
	return () => {
		hydrating = false
	}
}

type Accepts = (field: HTMLTextAreaElement, text: string) => boolean

/** Makes the setter of a property ignore what `accepts` rejects. */
function guardSetter(area: HTMLTextAreaElement, name: 'value' | 'defaultValue', accepts: Accepts): void {
	const property = Object.getOwnPropertyDescriptor(area, name)
	Object.defineProperty(area, name, {
		...property,
		set(this: HTMLTextAreaElement, text: unknown) {
			if (accepts(this, String(text))) property?.set?.call(this, text)
		},
	})
}
