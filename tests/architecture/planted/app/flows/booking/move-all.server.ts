export const moveAll = (moved: Moved) => [moved.moveBlindly(1), moved.requireSequence(1), moved.moveBlindly(2)]
export const moveOne = (moved: Moved) => [moved.moveAsRead(1)]
