import { serve } from '../src/server.ts'

process.env['NODE_ENV'] = 'development'
await serve('development')
