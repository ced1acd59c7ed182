import { keepStreams } from '#scripts/site/kept-stream.ts'

keepStreams()
