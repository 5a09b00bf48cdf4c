import type { ReactNode } from 'react'
import { Banners } from './banners.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Header, page and footer of the public site. */
export function SiteFrame({ children }: { children: ReactNode }) {
	return (
		<>
			<a className="skip-link" href="#main">
				本文へ移動
			</a>
			<Header />
			<Banners />
			<main id="main">{children}</main>
			<Footer />
		</>
	)
}
