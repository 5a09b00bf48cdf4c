import { shorten } from '../../../domain/shared/text-input.ts'
import { type Block, parseMarkdown, plainText } from '../../../domain/questions/markdown.ts'

/** Texts longer than so many characters are folded. */
const FOLDED_FROM = 400

/** As the question's page renders it; a long one has its beginning without formatting above. */
export function readAnswer(body: string): { blocks: Block[]; beginning: string | null } {
	const blocks = parseMarkdown(body)
	const text = plainText(blocks)
	const beginning = shorten(text, FOLDED_FROM)
	return { blocks, beginning: beginning === text ? null : beginning }
}
