/** In the place of the package `safe-buffer`, which is for Node 4. */
const { Buffer: own } = { Buffer };
export { own as Buffer };
