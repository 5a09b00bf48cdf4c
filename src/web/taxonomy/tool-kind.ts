import type { ToolKind } from '../../domain/taxonomy/types.ts'

export const toolKindLabels: Record<ToolKind, string> = {
	public: '公的サービス',
	saas: 'クラウドサービス',
	calculator: '計算ツール',
	template: 'ひな形・書式',
}
