import { data } from 'react-router'
import type { Route } from './+types/not-found.page'

export const handle = { plain: true }

/** Every path that routes.ts does not name (spec section 8). */
export function loader({ request }: Route.LoaderArgs) {
	throw data({ message: `Page not found: ${new URL(request.url).pathname}` }, { status: 404 })
}

export default function NotFoundPage() {
	return null
}
