import type { Config } from '../config.ts'
import { checkoutOrigins } from '../platform/stripe-origins.ts'

/** What the browser may do with an origin; each kind is one or more directives of the content security policy. */
export type TransmissionKind = 'script' | 'connect' | 'image' | 'frame' | 'form'

/** One row of the table on /privacy and the only source for its origin in the content security policy. */
export type OutsideTransmission = {
	/** Name of the service. */
	name: string
	/** Who receives it. */
	provider: string
	/** Why it is sent. */
	purpose: string
	/** The data that is sent, as /privacy lists it. */
	sent: string
	/** When it is sent. */
	when: string
	/** Where to refuse it, if the receiver offers that. */
	optOut: string | null
	origins: readonly string[]
	kinds: readonly TransmissionKind[]
}

const browserFacts = 'ブラウザ・OS・画面の大きさ、IPアドレス（接続の際に必ず伝わるもの）'

/** Third parties to which the settings let a visitor's browser send requests. Empty when none is set. */
export function outsideTransmissions({
	analytics,
	stripe = null,
}: Pick<Config, 'analytics'> & Partial<Pick<Config, 'stripe'>>): readonly OutsideTransmission[] {
	return [...analyticsTransmissions(analytics), ...(stripe === null ? [] : [cardTransmission(stripe)])]
}

const cardTransmission = ({ api }: { api: string }): OutsideTransmission => ({
	name: 'Stripe（カードでのお支払い）',
	provider: 'Stripe, Inc.（アメリカ合衆国）',
	purpose: '有料プランの料金をカードで受け取るため',
	sent: `Stripeの画面で入力したカードの番号などと、請求書の番号・金額、${browserFacts}。カードの番号は当サイトには届きません`,
	when: '有料プランの契約者が、カードの登録や支払いのボタンを押して、Stripeの画面に移ったとき',
	optOut: null,
	origins: checkoutOrigins(api),
	kinds: ['form'],
})

function analyticsTransmissions(analytics: Config['analytics']): readonly OutsideTransmission[] {
	switch (analytics.kind) {
		case 'none':
			return []
		case 'ga4':
			return [
				{
					name: 'Google アナリティクス 4',
					provider: 'Google LLC（アメリカ合衆国）',
					purpose: 'ページの閲覧数や利用のされ方を集計し、サイトの改善に役立てるため',
					sent: `閲覧した公開ページのURL（検索の言葉と入力した内容を除きます）と題名、参照元のサイト、ページ内の操作（スクロール、外部へのリンクのクリックなど）、${browserFacts}、Cookie に保存される閲覧者の識別子`,
					when: '画面に表示する確認で同意した後、公開ページを開くたび。同意されるまでと、同意を取り消された後は送信しません',
					optOut: 'https://tools.google.com/dlpage/gaoptout?hl=ja',
					origins: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
					kinds: ['script', 'connect', 'image'],
				},
			]
		case 'plausible': {
			const { origin, hostname } = new URL(analytics.src)
			return [
				{
					name: 'アクセス解析（Plausible 互換）',
					provider: hostname,
					purpose: 'ページの閲覧数を、個人を識別せずに集計するため',
					sent: `閲覧した公開ページのURL、参照元のサイト、${browserFacts}。Cookie などの識別子は使いません`,
					when: 'ログインしていない方が、検索エンジンに公開しているページを開くたび',
					optOut: null,
					origins: [origin],
					kinds: ['script', 'connect'],
				},
			]
		}
	}
}
