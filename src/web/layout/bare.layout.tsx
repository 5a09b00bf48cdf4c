import { Outlet } from 'react-router'

/** No header and no footer: landing pages, /welcome, /ogp/image. */
export const handle = { bare: true }

export default function BareLayout() {
	return (
		<main id="main">
			<Outlet />
		</main>
	)
}
