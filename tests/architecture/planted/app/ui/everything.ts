export * from './card.tsx'
export { format } from './utils/format.ts'
