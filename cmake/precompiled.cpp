// Of no content: the target that precompiles headers needs a source.
// SPDX-License-Identifier: Apache-2.0
