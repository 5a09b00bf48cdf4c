import { redirect } from 'react-router'
import { deskPath } from '../../domain/shared/links.ts'
import { staffLoader } from '../session/staff-page.server.ts'

/** Appeals are decided on the desk of their queue; this address of earlier bookmarks leads there. */
export const loader = staffLoader(['moderator'], 'routine', async () => redirect(deskPath('appeals')))
