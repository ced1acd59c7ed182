import { Card } from '#app/ui/card.tsx'

export const luckyKobo = () => Math.random() * Number(process.env.LUCK) + Card.length
