import { useRouteLoaderData } from 'react-router'
import type { RootData } from './root-data.server.ts'

export type SiteLinks = RootData['site']['links']

/** Name, links and settings of the site. Available on every page that rendered past the root loader. */
export function useSite(): RootData['site'] {
	const root = useRouteLoaderData<RootData>('root')
	return (
		root?.site ?? {
			name: '',
			publicUrl: '',
			demo: false,
			mailbox: false,
			hasOperator: false,
			takesCards: false,
			comingRules: {},
			links: { listing: null, corporate: null, servicePlan: null, faq: null, contact: null, media: null },
			analytics: { kind: 'none' },
		}
	)
}

/** What header and footer show on every page besides the settings. */
export function useFrame(): Pick<RootData, 'banners' | 'categories' | 'version'> {
	const root = useRouteLoaderData<RootData>('root')
	return { banners: root?.banners ?? [], categories: root?.categories ?? [], version: root?.version ?? null }
}

export function useViewer(): RootData['viewer'] {
	return useRouteLoaderData<RootData>('root')?.viewer ?? null
}

/** Origins that a navigation may leave to: those of the operator's settings and no other (spec section 8). */
export function externalOrigins(links: SiteLinks): string[] {
	return [...new Set(Object.values(links).flatMap((link) => (link ? [new URL(link).origin] : [])))]
}
