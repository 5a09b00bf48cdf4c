import { useLocation } from 'react-router'
import { inboxPath } from '../../../domain/shared/links.ts'

/** Whether a case is shown beside the list of the inbox, which then leads on, and not as a page of its own. */
export const useIsInbox = (): boolean => useLocation().pathname.startsWith(`${inboxPath()}/`)
