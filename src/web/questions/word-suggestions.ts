const PAUSE_MS = 150

/**
 * Below the field of the form for finding questions: words that go on as the last one typed does, as links. No popup:
 * nothing opens over an input method, and Tab leads to them. It goes by the document alone, because a visitor's list is
 * not hydrated; without scripts the form does without.
 * @returns what ends it and takes the words away.
 */
export function offerWords(form: HTMLFormElement): () => void {
	const field = form.querySelector<HTMLInputElement>('input[type=search]')
	const box = form.querySelector('[aria-live]')
	if (!field || !box) throw new Error('No place for words')
	let timer: ReturnType<typeof setTimeout> | undefined
	let asked = ''
	const ask = async (text: string) => {
		asked = text
		const last = text.split(/\s+/).at(-1) ?? ''
		if (last === '') return box.replaceChildren()
		try {
			const response = await fetch(`/api/qa/words?q=${encodeURIComponent(last)}`)
			if (!response.ok) return undefined
			const { words } = (await response.json()) as { words: string[] }
			// What was typed meanwhile asks for itself.
			if (asked !== text) return undefined
			const before = text.slice(0, text.length - last.length)
			show(words.filter((word) => word !== last).map((word) => [word, listOf(form, `${before}${word}`)]))
		} catch {
			// Offline: the form works without.
		}
		return undefined
	}
	const show = (links: [word: string, href: string][]) => {
		if (links.length === 0) return box.replaceChildren()
		const count = document.createElement('span')
		count.className = 'visually-hidden'
		count.textContent = `言葉の候補が${links.length}件あります。`
		const list = document.createElement('ul')
		list.setAttribute('aria-label', '言葉の候補')
		for (const [word, href] of links) {
			const link = document.createElement('a')
			link.href = href
			link.textContent = word
			const item = document.createElement('li')
			item.append(link)
			list.append(item)
		}
		return box.replaceChildren(count, list)
	}
	const onInput = () => {
		clearTimeout(timer)
		timer = setTimeout(() => void ask(field.value.trimStart()), PAUSE_MS)
	}
	field.addEventListener('input', onInput)
	return () => {
		clearTimeout(timer)
		asked = ''
		field.removeEventListener('input', onInput)
		box.replaceChildren()
	}
}

/** Where the form would lead with this text; in the order of a search, which goes without saying. */
function listOf(form: HTMLFormElement, text: string): string {
	const fields = [...new FormData(form)].flatMap(([name, value]) =>
		typeof value === 'string' && value !== '' && name !== 'order' && name !== 'q' ? [[name, value]] : [],
	)
	return `${new URL(form.action).pathname}?${new URLSearchParams([['q', text], ...fields]).toString()}`
}
