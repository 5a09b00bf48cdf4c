import { z } from 'zod'
import type { Random } from '../random.ts'

/** Sentences of which one is drawn. An empty one adds nothing. */
export const texts = z.array(z.string()).min(1)

/**
 * A sentence with choices: `{a|b|}` is one of them (nesting allowed), `$name` a variable, `#2~5` an integer
 * between both. Parsed once a text.
 */
type Part = string | { choices: Part[][] } | { variable: string } | { from: number; to: number }

export type Variables = Readonly<Record<string, string>>

const parsed = new Map<string, Part[]>()

function parse(text: string): Part[] {
	let at = 0
	const sequence = (inside: boolean): Part[] => {
		const parts: Part[] = []
		while (at < text.length) {
			const rest = text.slice(at)
			if (inside && (rest[0] === '|' || rest[0] === '}')) break
			if (rest[0] === '{') {
				at++
				const choices = [sequence(true)]
				while (text[at] === '|') {
					at++
					choices.push(sequence(true))
				}
				if (text[at] !== '}') throw new Error(`unclosed choice in "${text}"`)
				at++
				parts.push({ choices })
				continue
			}
			const variable = /^\$([a-z]+[0-9]?)/.exec(rest)
			if (variable) {
				at += variable[0].length
				parts.push({ variable: variable[1] as string })
				continue
			}
			const range = /^#(\d+)~(\d+)/.exec(rest)
			if (range) {
				at += range[0].length
				parts.push({ from: Number(range[1]), to: Number(range[2]) })
				continue
			}
			const plain = /^[^{}|$#]+/.exec(rest)?.[0] ?? rest.charAt(0)
			at += plain.length
			parts.push(plain)
		}
		return parts
	}
	return sequence(false)
}

function render(parts: readonly Part[], random: Random, variables: Variables): string {
	let out = ''
	for (const part of parts) {
		if (typeof part === 'string') out += part
		else if ('choices' in part) out += render(random.pick(part.choices), random, variables)
		else if ('from' in part) out += random.int(part.from, part.to)
		else {
			const value = variables[part.variable]
			if (value === undefined) throw new Error(`no value for $${part.variable}`)
			out += value
		}
	}
	return out
}

/** One way of saying it. */
export function say(text: string, random: Random, variables: Variables = {}): string {
	let parts = parsed.get(text)
	if (!parts) {
		parts = parse(text)
		parsed.set(text, parts)
	}
	return render(parts, random, variables)
}
