import { Outlet } from 'react-router'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

export default function DefaultLayout() {
	return (
		<>
			<a className="skip-link" href="#main">
				本文へ移動
			</a>
			<Header />
			<main id="main">
				<Outlet />
			</main>
			<Footer />
		</>
	)
}
