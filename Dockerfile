# The packages and the pages are made in one stage; the image that runs has no tests and no root.
FROM node:24-slim AS build
WORKDIR /greenroom
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build

FROM node:24-slim
ENV HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /greenroom
COPY --from=build /greenroom /greenroom
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/api/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=30", "--import", "./node-version.mjs", "server/main.ts"]
