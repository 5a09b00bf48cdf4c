import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { Hono } from 'hono'
export const app = new Hono()
const handler = createRequestHandler(build, 'production')
app.all('*', (c) => handler(c.req.raw, new RouterContextProvider()))
