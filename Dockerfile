# Three stages: packages that cannot be bundled, the build of pages and server, and the image, which contains the
# packages and the build. The image has no sources, tests or build tools, and does not run as root.
# tests/runtime-image.test.ts starts the site from exactly what the last stage copies.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /greenroom
COPY package.json package-lock.json .npmrc scripts/prune-packages.ts ./
# The image has the right Node, so copies of Node in packages are removed.
RUN npm ci --omit=dev && node prune-packages.ts

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /greenroom
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim
ENV HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /greenroom
COPY --from=packages /greenroom/node_modules node_modules
COPY --from=build /greenroom/build build
COPY package.json node-version.mjs run.mjs ./
COPY schema/migrations schema/migrations
COPY content content
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/api/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=30", "--import", "./node-version.mjs", "run.mjs", "start"]
