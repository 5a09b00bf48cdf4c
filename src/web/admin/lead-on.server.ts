import { redirect } from 'react-router'

/**
 * Leads on to the page that shows the outcome of a form, from its top: a redirect without a fragment keeps the one with which the page of
 * the form was opened, and would scroll the outcome out of view.
 */
export const leadOn = (path: string): Response => redirect(`${path}#main`, 303)
