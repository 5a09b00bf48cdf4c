/** Settings that staff change while the site runs. Pure. */

export const linkSettings = [
	{ name: 'link.listing', key: 'listing', label: '掲載をご希望の方' },
	{ name: 'link.servicePlan', key: 'servicePlan', label: 'サービスプラン' },
	{ name: 'link.faq', key: 'faq', label: 'よくある質問' },
	{ name: 'link.contact', key: 'contact', label: '外部のお問い合わせフォーム' },
	{ name: 'link.corporate', key: 'corporate', label: '運営会社のサイト' },
	{ name: 'link.media', key: 'media', label: 'お役立ち情報メディア' },
] as const

/** The name under which the target of a queue is stored, in hours. */
export const targetSetting = (queue: string): string => `target.${queue}`
