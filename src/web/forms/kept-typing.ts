import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Typed, readTyped, saveTyped } from '../session/typed-texts.ts'

/** Belongs to one sending of the form and not to what was written. */
const notKept = /^(?:csrfToken|clientKey|confirmed|intent|version|anonymous|image|files|alt-.*)$/

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isField = (element: Element): element is Field =>
	element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

const isChoice = (field: Field): field is HTMLInputElement =>
	field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')

/** A field that is not to go with its form has no name, but an id. */
const nameOf = (field: Field): string => field.name || field.id

const keptFields = (form: HTMLFormElement): Field[] =>
	[...form.elements].filter(isField).filter((field) => !notKept.test(nameOf(field)) && nameOf(field) !== '')

function keepTyped(place: string, form: HTMLFormElement): void {
	const typed: Typed = {}
	for (const field of keptFields(form)) {
		const isGiven = isChoice(field) ? field.checked : field.value.trim() !== ''
		// Of fields in rows an empty one keeps its place.
		if (isGiven || (!isChoice(field) && typed[nameOf(field)])) (typed[nameOf(field)] ??= []).push(field.value)
	}
	saveTyped(place, typed)
}

/** Restores the saved typing into the form's empty fields, or into all of them. Returns whether another text is there now. */
function fill(form: HTMLFormElement, typed: Typed, replace: boolean): boolean {
	let differs = false
	for (const [name, values] of Object.entries(typed)) {
		const fields = keptFields(form).filter((field) => nameOf(field) === name)
		const choices = fields.filter(isChoice)
		if (choices.length > 0) {
			if (replace || !choices.some((choice) => choice.checked)) for (const choice of choices) choice.checked = values.includes(choice.value)
			continue
		}
		for (const [index, value] of values.entries()) {
			const field = fields[index]
			if (!field) continue
			if (replace || field.value.trim() === '') field.value = value
			else if (field.value !== value) differs = true
		}
	}
	return differs
}

const isTouched = (field: Field): boolean =>
	isChoice(field)
		? field.checked !== field.defaultChecked
		: field instanceof HTMLSelectElement
			? [...field.options].some((option) => option.selected !== option.defaultSelected && option.value !== '')
			: field.value !== field.defaultValue

/**
 * Saves what is typed into `form` and restores it unless the form came back from the server with an answer: `restored` once
 * empty fields were filled, `other` while a saved text differs from what the form opened with. Never overwrites: `takeOther`
 * restores that one.
 */
export function useKeptTyping(form: RefObject<HTMLFormElement | null>, place: string, { restore }: { restore: boolean }) {
	const [state, setState] = useState<'none' | 'restored' | 'other'>('none')
	const other = useRef<Typed | null>(null)
	useEffect(() => {
		const element = form.current
		if (!element) return
		const kept = restore ? readTyped(place) : null
		if (kept) {
			const differs = fill(element, kept, false)
			other.current = differs ? kept : null
			// What the browser keeps is known only here: the server's page must be the same for all.
			// oxlint-disable-next-line react/set-state-in-effect
			setState(differs ? 'other' : 'restored')
		} else if (!restore || keptFields(element).some(isTouched))
			// Also what was typed before this script loaded.
			keepTyped(place, element)
		const keep = () => keepTyped(place, element)
		element.addEventListener('input', keep)
		element.addEventListener('submit', keep)
		return () => {
			element.removeEventListener('input', keep)
			element.removeEventListener('submit', keep)
		}
	}, [form, place, restore])
	return {
		state,
		takeOther: () => {
			if (other.current && form.current) {
				fill(form.current, other.current, true)
				keepTyped(place, form.current)
			}
			setState('restored')
		},
	}
}
