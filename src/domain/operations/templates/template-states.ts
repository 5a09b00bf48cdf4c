/** How a template stands against the code's words: as they are, edited, or edited and to be looked at after a release. */
export type TemplateState = 'default' | 'edited' | 'conflict' | 'fallback'
export const templateStateLabels: Readonly<Record<TemplateState, string>> = {
	default: '標準の文',
	edited: '変更あり',
	conflict: '標準の文も変わりました（見直してください）',
	fallback: '使えない文のため、標準の文を送っています',
}
